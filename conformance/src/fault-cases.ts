import { access } from './fault-cases/access.ts'
import { boards } from './fault-cases/boards.ts'
import { changes } from './fault-cases/changes.ts'
import type { FaultCase } from './fault-cases/fault-case.ts'
import { faults } from './fault-cases/faults.ts'
import { files } from './fault-cases/files.ts'
import { installation } from './fault-cases/installation.ts'
import { requests } from './fault-cases/requests.ts'
import { sessions } from './fault-cases/sessions.ts'
import { signIn } from './fault-cases/sign-in.ts'
import { socket } from './fault-cases/socket.ts'
import { webhooks } from './fault-cases/webhooks.ts'

const areas = [changes, faults, sessions, boards, webhooks, access, files, signIn, requests, installation, socket]

/**
 * The faults and attacks that Tandem's own tests try: one case a line, and the files whose tests prove it. Each of these tests has the id
 * in its name; `npm test` checks that it exists, and CI that it passed (scripts/add-counts.ts). In the order of their numbers.
 */
export const faultCases: Record<string, FaultCase> = Object.fromEntries(
  areas.flatMap((area) => Object.entries(area)).toSorted(([one], [other]) => numberOf(one) - numberOf(other)),
)

function numberOf(id: string): number {
  return Number(id.slice(1))
}

if (areas.flatMap((area) => Object.keys(area)).length !== Object.keys(faultCases).length) throw new Error('two areas have one case')
