import type { Activity, ServerFrame } from '@tandem/contract'
import type { Principal } from '../kernel/identity/principal.ts'

/** A listener, over a socket or otherwise, for the senders of frames. */
export type Listener = {
  readonly principal: Principal
  send(frame: ServerFrame): void
  /** Writes the bytes of `frames` frames, which many listeners may share. */
  write(bytes: Buffer, frames: number): void
  /** Receives the activities of a board, in place of `write`, for a listener without frames. */
  hear?(activities: readonly Activity[]): void
  /** Waits until most of the written bytes are sent; false when the socket has closed. */
  drained(): Promise<boolean>
  /** Ends the listener: its credential has ended. */
  signOut(): void
}
