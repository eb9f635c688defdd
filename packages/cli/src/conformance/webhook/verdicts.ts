import { failed, passed, type Verdict } from '../check.ts'
import type { Answer, Receiver } from './delivery.ts'

/** 2xx in time: anything else is tried again, or is a failure for good. */
export function taken({ timeoutMs }: Receiver, { status, seen }: Answer): Verdict {
  if (status !== null && status >= 200 && status < 300) return passed
  return failed(`2xx within ${timeoutMs / 1000} s`, seen)
}

/** 4xx: the service gives up on it. */
export function refused({ status, seen }: Answer): Verdict {
  return status !== null && status >= 400 && status < 500 ? passed : failed('4xx, such as 401', seen)
}
