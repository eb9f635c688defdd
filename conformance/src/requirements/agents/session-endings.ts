import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §3, §8 and decisions.md §4: stopping, staleness, the watchdog. */
export const sessionEndings = {
  'session.stop.by-human': {
    source: 'decisions §4',
    rule: 'POST /api/sessions/:id/stop is for human members; an agent or viewer gets 403.',
  },
  'session.stop.event': { source: 'decisions §4', rule: 'Stopping appends a log event {type: stop_requested, byActorId}.' },
  'session.stop.activity': { source: 'decisions §4', rule: 'Stopping emits agent_session.updated with stopRequested true.' },
  'session.stop.state-kept': {
    source: 'decisions §4',
    rule: 'The first stop leaves the session live, so that the agent itself can fail or complete it.',
  },
  'session.stop.reaches': {
    source: 'beyond §2',
    rule: 'A polling agent learns of a stop with its next request. A long poll for events or work ends early. The runner learns of it too. Once the agent has ended the session, my_work and claims offer nothing of that card.',
  },
  'session.stop.second-ends': { source: 'decisions §4', rule: 'A second stop 60 s or more after the first ends the session in error.' },
  'session.stop.given-back': {
    source: 'beyond §3',
    rule: 'A stop of a queued session that its lease gave back ends it at once, in error with the reason stopped.',
  },
  'session.stop.second-early': { source: 'decisions §4', rule: 'A second stop within 60 s does not end the session.' },
  'session.stale.derived': { source: 'service §3', rule: 'A working session without events for SESSION_STALE_MINUTES reads stale true.' },
  'session.stale.only-working': { source: 'service §3', rule: 'A queued, awaiting or ended session never reads stale true.' },
  'session.stale.cleared': { source: 'service §3', rule: 'Any new event makes a stale session read stale false.' },
  'session.watchdog.queued': { source: 'service §3', rule: 'A queued session without activity for SESSION_TIMEOUT_HOURS goes to error.' },
  'session.watchdog.working': { source: 'service §3', rule: 'A working session without activity for SESSION_TIMEOUT_HOURS goes to error.' },
  'session.watchdog.awaiting-spared': { source: 'decisions §4', rule: 'The watchdog never ends an awaiting session.' },
  'session.watchdog.last-event': {
    source: 'decisions §4',
    rule: 'The time-out runs from the last event of the session and not from its opening.',
  },
  'session.watchdog.renotify': {
    source: 'decisions §4',
    rule: 'A question open for 24 h is notified to the next tier of accountable humans.',
  },
} as const satisfies RequirementTable
