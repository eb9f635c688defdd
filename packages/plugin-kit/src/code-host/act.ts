import type { Context } from '../plugin.ts'
import { reportBranch } from './branch.ts'
import { passOnComment } from './comment.ts'
import type { CodeHostEvent } from './event.ts'
import type { CodeHost } from './host.ts'
import { followPullRequest } from './pull-request.ts'

/** Reports an event of a code host to the board. Specification: service §6 (code-host verbs, linking rules), decisions §3. */
export function actOnCodeHost(event: CodeHostEvent, context: Context, host: CodeHost): Promise<void> {
  if (event.kind === 'branch') return reportBranch(event, context, host)
  return event.kind === 'comment' ? passOnComment(event, context) : followPullRequest(event, context, host)
}
