import { failed, passed, type Verdict } from '../check.ts'
import type { Answer, Receiver } from './delivery.ts'

/** 2xx in time: any other status is retried, or is a permanent failure. */
export function taken({ timeoutMs }: Receiver, answer: Answer): Verdict {
  return isTaken(answer) ? passed : failed(`2xx within ${timeoutMs / 1000} s`, answer.seen)
}

export const isTaken = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

/** 4xx: the service gives up on it. */
export function refused({ status, seen }: Answer): Verdict {
  return status !== null && status >= 400 && status < 500 ? passed : failed('4xx, such as 401', seen)
}
