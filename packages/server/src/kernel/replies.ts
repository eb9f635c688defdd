/** Replies to our mails, for the surface and the worker that receive them. */
export type Replies = {
  /**
   * Processes a reply once, as the recipient of the mail that it answers. Throws only errors that a retry may fix, such as an unreachable
   * database.
   */
  take(raw: Uint8Array): Promise<Taken>
}

/** The action of a reply to a mail. */
export type ReplyAct = 'answer' | 'comment'

/** The reason why a mail gets no answer from us: answering automatic mail may start a loop. */
export type Automatic = 'automatic' | 'list' | 'bounce' | 'own'

export type Taken =
  | { outcome: ReplyAct }
  | { outcome: 'ignored'; why: 'unreadable' | 'no_code' | 'unknown' | Automatic }
  /** The person is notified by mail. */
  | { outcome: 'refused'; why: string }
