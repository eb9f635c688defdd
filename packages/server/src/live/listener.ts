import type { ServerFrame } from '@tandem/contract'
import type { Principal } from '../kernel/principal.ts'

/** One who listens over a socket, as those see it who have something to tell. */
export type Listener = {
  readonly principal: Principal
  send(frame: ServerFrame): void
  /** Frames as they go over the wire, which many listeners may share. */
  write(bytes: Buffer): void
  /** Waits until most of what was written has left; false when the socket has closed. */
  drained(): Promise<boolean>
  /** The credential has ended. */
  signOut(): void
}
