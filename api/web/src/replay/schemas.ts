// What the server tells of recordings.

import type { components } from "../schema";

type Schemas = components["schemas"];
export type RecordingInfo = Schemas["RecordingInfo"];
export type RecordingView = Schemas["RecordingView"];
export type RoundSummary = Schemas["RoundSummary"];
export type RoundReplay = Schemas["RoundReplay"];
export type RoundFinding = Schemas["RoundFinding"];
export type RoundCard = Schemas["RoundCard"];
export type ActionView = Schemas["ActionView"];
export type FindingMark = Schemas["FindingMark"];
export type LookView = Schemas["LookView"];
export type LookPage = Schemas["LookPage"];
export type FrameTimes = Schemas["FrameTimes"];
export type Difference = Schemas["Difference"];
export type RoundChange = Schemas["RoundChange"];
export type Corrected = Schemas["Corrected"];
export type ReviewView = Schemas["ReviewView"];
export type SessionCharts = Schemas["SessionCharts"];
export type BetSeries = Schemas["BetSeries"];
export type RoundTime = Schemas["RoundTime"];
