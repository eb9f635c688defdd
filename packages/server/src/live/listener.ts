import type { Activity, ServerFrame } from '@tandem/contract'
import type { Principal } from '../kernel/identity/principal.ts'

/** One who listens, over a socket or otherwise, as those see it who have something to tell. */
export type Listener = {
  readonly principal: Principal
  send(frame: ServerFrame): void
  /** Writes the bytes of `frames` frames, which many listeners may share. */
  write(bytes: Buffer, frames: number): void
  /** Takes what happened on a board, in place of `write`, where a listener takes no frames. */
  hear?(activities: readonly Activity[]): void
  /** Waits until most of what was written has left; false when the socket has closed. */
  drained(): Promise<boolean>
  /** Ends the listener: its credential has ended. */
  signOut(): void
}
