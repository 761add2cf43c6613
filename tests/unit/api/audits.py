"""Audits of films in a data folder, as `pitwatch audit --data` writes them, with an oracle for eyes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from api.archive.archive import AUDITS
from api.audit.documents import write_documents
from api.audit.manifest import JOURNAL, write_manifest
from api.audit.record import write_record
from api.audit.run import Audit, Job, audit
from api.audit.sightings import SIGHTINGS, SightingsWriter
from api.store.feeds import chip_feed
from api.store.journal import Journal
from api.store.projections import session_of
from tests.unit.api.films import Film
from tracker.facts import Fact, Said
from tracker.profile import load_profile
from tracker.simulate import perform, simulate
from vision.calibrate.camera import Camera
from vision.sources import End
from vision.synth.table import standard_table


def audit_film(film: Film, folder: Path) -> Audit:
    """Audit a film into a folder."""
    folder.mkdir(parents=True)
    table, oracle = film.table, film.oracle()
    feed = chip_feed([film.chips], table.name)
    job = Job(recording=film.video, table=table, profile=load_profile(table.profile), feed=feed)
    result = audit(job, film.open(oracle), oracle, folder, models=("oracle@1",))
    write_documents(result, folder)
    write_record(result, folder)
    write_manifest(folder, result.head)
    return result


def kept_audit(film: Film, data: Path, name: str = "session") -> Audit:
    """Audit a film into a house's data folder."""
    return audit_film(film, data / AUDITS / name)


def unfilmed_audit(
    data: Path, name: str = "session", *, rounds: int = 2, seed: int = 8, game: str = "russian-blackjack"
) -> Path:
    """Write an audit of a simulated session that nobody filmed: its recording is gone, everything else is there."""
    folder = data / AUDITS / name
    folder.mkdir(parents=True)
    profile = load_profile(game)
    dealt = simulate(profile, rounds=rounds, seed=seed, errors=1, table="BJ-07")
    begin = Said(action="d shuffle", by="dealer")
    facts = [
        Fact(table="BJ-07", source="tablet", pts_us=0, body=begin),
        *perform(dealt.history, profile).facts,
    ]
    table = standard_table(profile.name, name="BJ-07", camera=Camera())
    session = session_of(facts, profile)
    with Journal(folder / JOURNAL) as journal:
        journal.append(facts)
        head = journal.head()
    SightingsWriter(folder / SIGHTINGS).close()
    now, last_us = datetime(2026, 5, 1, tzinfo=UTC), max(fact.pts_us for fact in facts)
    result = Audit(
        job=Job(recording=folder / "gone.mp4", table=table, profile=profile),
        session=session,
        facts=facts,
        stills=frozenset(),
        head=head,
        end=End("end of recording", complete=True),
        last_us=last_us,
        duration_us=last_us,
        sees_order=True,
        models=("oracle@1",),
        began_at=now,
        ended_at=now,
    )
    write_record(result, folder)
    write_manifest(folder, head)
    return folder
