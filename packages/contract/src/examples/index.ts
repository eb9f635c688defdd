import type { OperationName } from '../catalogue.ts'
import { actorExamples } from './accounts/actors.ts'
import { authExamples } from './accounts/auth.ts'
import { notificationExamples } from './accounts/notifications.ts'
import { oauthExamples } from './accounts/oauth.ts'
import { pushExamples } from './accounts/push.ts'
import { tokenExamples } from './accounts/tokens.ts'
import { agentExamples } from './agents/agents.ts'
import { answerLinkExamples } from './agents/answer-links.ts'
import { integrationExamples } from './agents/integrations.ts'
import { reviewExamples } from './agents/reviews.ts'
import { sessionExamples } from './agents/sessions.ts'
import { waitExamples } from './agents/waits.ts'
import { webhookExamples } from './agents/webhooks.ts'
import { boardExamples } from './boards/boards.ts'
import { favouriteExamples } from './boards/favourites.ts'
import { fieldExamples } from './boards/fields.ts'
import { insightExamples } from './boards/insights.ts'
import { labelExamples } from './boards/labels.ts'
import { listExamples } from './boards/lists.ts'
import { liveExamples } from './boards/live.ts'
import { memberExamples } from './boards/members.ts'
import { ruleExamples } from './boards/rules.ts'
import { searchExamples } from './boards/search.ts'
import { transferExamples } from './boards/transfer.ts'
import { viewExamples } from './boards/views.ts'
import { watchExamples } from './boards/watch.ts'
import { attachmentExamples } from './cards/attachments.ts'
import { cardExamples } from './cards/cards.ts'
import { checklistExamples } from './cards/checklists.ts'
import { commentExamples } from './cards/comments.ts'
import { linkExamples } from './cards/links.ts'
import { relationExamples } from './cards/relations.ts'
import type { AnyExample, Example } from './example.ts'
import { serviceExamples } from './service.ts'

export { opening } from './boards/opening.ts'
export type { AnyExample, Sender, Step } from './example.ts'
export { refusals } from './refusals.ts'
export * as story from './story.ts'

/** One example for every served operation, all of one story: the document shows the requests that the tests send. */
export const examples = {
  ...boardExamples,
  ...listExamples,
  ...cardExamples,
  ...reviewExamples,
  ...waitExamples,
  ...commentExamples,
  ...checklistExamples,
  ...sessionExamples,
  ...answerLinkExamples,
  ...memberExamples,
  ...authExamples,
  ...actorExamples,
  ...agentExamples,
  ...tokenExamples,
  ...notificationExamples,
  ...pushExamples,
  ...webhookExamples,
  ...serviceExamples,
  ...labelExamples,
  ...fieldExamples,
  ...attachmentExamples,
  ...linkExamples,
  ...relationExamples,
  ...watchExamples,
  ...favouriteExamples,
  ...searchExamples,
  ...viewExamples,
  ...transferExamples,
  ...ruleExamples,
  ...integrationExamples,
  ...liveExamples,
  ...oauthExamples,
  ...insightExamples,
} satisfies { [N in OperationName]: Example<N> }

export const exampleOf = (name: OperationName): AnyExample | undefined => (examples as { [N in OperationName]?: AnyExample })[name]
