import { hash, verify } from '@node-rs/argon2'
import { refusal } from '@tandem/contract'

/**
 * Passwords: argon2id, one hash about 50 ms and 19 MiB. Two at once leave a small machine its other cores and bound the memory
 * that a flood of logins can take; a login that waits too long is refused. Specification: reliability C4.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const atOnce = 2
const longestQueue = 200

let running = 0
const waiting: (() => void)[] = []

/** The hash of a password that was drawn and thrown away: checking against it costs what checking against a real one does. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$s8AOWVIkXsmD91aONM4UUw$PxTWc3HcLr2KJ0mpeysr4sDdWi/EAu/M/H6Mx+kHnII'

/** Hashing and checking of passwords, one of which runs per turn. Throws unavailable when too many callers wait. */
export type PasswordTurn = { hash(password: string): Promise<string>; matches(hash: string | null, password: string): Promise<boolean> }

const turn: PasswordTurn = {
  hash: (password) => hash(password, cost),
  async matches(known, password) {
    const matched = await verify(known ?? nobodysHash, password)
    return matched && known !== null
  },
}

export async function inTurn<T>(work: (turn: PasswordTurn) => Promise<T>): Promise<T> {
  if (running >= atOnce) await queueUp()
  else running += 1
  try {
    return await work(turn)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn((turn) => turn.hash(password))

/** A login that ends passes its place to the one that waits longest, so `running` stays as it is. */
function queueUp(): Promise<void> {
  if (waiting.length >= longestQueue) {
    throw refusal('signInsFull', {}, { retryAfterSeconds: 3 })
  }
  return new Promise((resolve) => waiting.push(resolve))
}
