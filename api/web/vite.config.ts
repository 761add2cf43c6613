// One script and one style sheet with fixed names: the server sends them with an ETag, so nothing stale is shown.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { type Plugin, defineConfig } from "vite";

/** A digest of everything under src, in the order of the names: a test compares it with the committed bundle's. */
function sourceDigest(): string {
  const files = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
  const digest = createHash("sha256");
  for (const file of files) digest.update(file).update(readFileSync(file));
  return digest.digest("hex");
}

/** Says at the head of the bundle what it was made from, after everything that would strip a comment. */
const stamp: Plugin = {
  name: "stamp",
  generateBundle(_, bundle) {
    const script = bundle["app.js"];
    if (script?.type === "chunk") {
      script.code = `/* AGPL-3.0-or-later. Made from api/web/src, sha256 ${sourceDigest()} */\n${script.code}`;
    }
  },
};

export default defineConfig({
  base: "/static/",
  plugins: [stamp],
  build: {
    outDir: "../static",
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/main.tsx",
      output: {
        entryFileNames: "app.js",
        assetFileNames: "app.[ext]",
        codeSplitting: false,
      },
    },
  },
});
