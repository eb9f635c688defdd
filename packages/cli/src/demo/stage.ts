import type { Transcript } from './transcript.ts'

/** What the story is told with. */
export type Stage = {
  url: string
  transcript: Transcript
  /** Aborted when the run ends early. */
  signal: AbortSignal
  /** Ends the run when the agent's process fails. */
  onTrouble: (problem: Error) => void
  /** Told of each process that has to be ended. */
  onProcess: (child: { end(): Promise<void> }) => void
}
