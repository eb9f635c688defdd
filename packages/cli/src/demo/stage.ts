import type { Transcript } from './transcript.ts'

/** The environment of the demo's steps. */
export type Stage = {
  url: string
  transcript: Transcript
  /** Aborted when the run ends early. */
  signal: AbortSignal
  /** Ends the run when the agent's process fails. */
  onTrouble: (problem: Error) => void
  /** Registers a process that has to be ended with the run. */
  onProcess: (child: { end(): Promise<void> }) => void
}
