import type { RequirementTable } from './requirement-table.ts'
import { actors } from './requirements/accounts/actors.ts'
import { auth } from './requirements/accounts/auth.ts'
import { mailIn } from './requirements/accounts/mail-in.ts'
import { noticeLimits } from './requirements/accounts/notice-limits.ts'
import { notifications } from './requirements/accounts/notifications.ts'
import { oauth } from './requirements/accounts/oauth.ts'
import { push } from './requirements/accounts/push.ts'
import { scopes } from './requirements/accounts/scopes.ts'
import { settingsVerbs } from './requirements/accounts/settings-verbs.ts'
import { signIn } from './requirements/accounts/sign-in.ts'
import { tokens } from './requirements/accounts/tokens.ts'
import { agentHolds } from './requirements/agents/agent-holds.ts'
import { agentNews } from './requirements/agents/agent-news.ts'
import { agentPause } from './requirements/agents/agent-pause.ts'
import { agents } from './requirements/agents/agents.ts'
import { answerLinks } from './requirements/agents/answer-links.ts'
import { budgets } from './requirements/agents/budgets.ts'
import { claims } from './requirements/agents/claims.ts'
import { delegation } from './requirements/agents/delegation.ts'
import { deliveries } from './requirements/agents/deliveries.ts'
import { integrations } from './requirements/agents/integrations.ts'
import { mcp } from './requirements/agents/mcp.ts'
import { mcpNames } from './requirements/agents/mcp-names.ts'
import { pluginLimits } from './requirements/agents/plugin-limits.ts'
import { plugins } from './requirements/agents/plugins.ts'
import { reviews } from './requirements/agents/reviews.ts'
import { runner } from './requirements/agents/runner.ts'
import { sessionEndings } from './requirements/agents/session-endings.ts'
import { sessionEvents } from './requirements/agents/session-events.ts'
import { sessionQuestions } from './requirements/agents/session-questions.ts'
import { sessionVerbs } from './requirements/agents/session-verbs.ts'
import { sessions } from './requirements/agents/sessions.ts'
import { undo } from './requirements/agents/undo.ts'
import { waits } from './requirements/agents/waits.ts'
import { webhooks } from './requirements/agents/webhooks.ts'
import { workVerbs } from './requirements/agents/work-verbs.ts'
import { activity } from './requirements/boards/activity.ts'
import { boards } from './requirements/boards/boards.ts'
import { fields } from './requirements/boards/fields.ts'
import { importLimits } from './requirements/boards/import-limits.ts'
import { insights } from './requirements/boards/insights.ts'
import { invitations } from './requirements/boards/invitations.ts'
import { labels } from './requirements/boards/labels.ts'
import { listCategories } from './requirements/boards/list-categories.ts'
import { listLimits } from './requirements/boards/list-limits.ts'
import { lists } from './requirements/boards/lists.ts'
import { members } from './requirements/boards/members.ts'
import { rules } from './requirements/boards/rules.ts'
import { search } from './requirements/boards/search.ts'
import { transfer } from './requirements/boards/transfer.ts'
import { views } from './requirements/boards/views.ts'
import { assignees } from './requirements/cards/assignees.ts'
import { attachments } from './requirements/cards/attachments.ts'
import { authors } from './requirements/cards/authors.ts'
import { cards } from './requirements/cards/cards.ts'
import { checklists } from './requirements/cards/checklists.ts'
import { comments } from './requirements/cards/comments.ts'
import { links } from './requirements/cards/links.ts'
import { mentions } from './requirements/cards/mentions.ts'
import { moves } from './requirements/cards/moves.ts'
import { relations } from './requirements/cards/relations.ts'
import { subCards } from './requirements/cards/sub-cards.ts'
import { commands } from './requirements/commands.ts'
import { config } from './requirements/config.ts'
import { conventions } from './requirements/conventions.ts'
import { dryRun } from './requirements/dry-run.ts'
import { edge } from './requirements/edge.ts'
import { errors } from './requirements/errors.ts'
import { extras } from './requirements/extras.ts'
import { idempotency } from './requirements/idempotency.ts'
import { limits } from './requirements/limits.ts'
import { ops } from './requirements/ops.ts'
import { rateLimits } from './requirements/rate-limits.ts'
import { requestBounds } from './requirements/request-bounds.ts'
import { serviceLimits } from './requirements/service-limits.ts'
import { socket } from './requirements/socket.ts'
import { surfaces } from './requirements/surfaces.ts'
import { web } from './requirements/web.ts'

const areas: readonly RequirementTable[] = [
  conventions,
  dryRun,
  requestBounds,
  errors,
  idempotency,
  actors,
  auth,
  tokens,
  scopes,
  oauth,
  boards,
  lists,
  listCategories,
  cards,
  moves,
  comments,
  checklists,
  assignees,
  delegation,
  members,
  invitations,
  activity,
  agents,
  workVerbs,
  settingsVerbs,
  sessionVerbs,
  sessions,
  sessionEvents,
  answerLinks,
  sessionQuestions,
  agentNews,
  agentHolds,
  waits,
  agentPause,
  budgets,
  reviews,
  undo,
  claims,
  subCards,
  sessionEndings,
  authors,
  mentions,
  noticeLimits,
  notifications,
  push,
  mailIn,
  webhooks,
  deliveries,
  rateLimits,
  config,
  ops,
  edge,
  runner,
  search,
  views,
  insights,
  labels,
  fields,
  attachments,
  links,
  relations,
  transfer,
  rules,
  integrations,
  pluginLimits,
  plugins,
  socket,
  limits,
  extras,
  signIn,
  surfaces,
  web,
  commands,
  serviceLimits,
  listLimits,
  importLimits,
  mcp,
  mcpNames,
]

/** Every rule of the specification by its id. */
export const requirements = {
  ...conventions,
  ...dryRun,
  ...requestBounds,
  ...errors,
  ...idempotency,
  ...actors,
  ...auth,
  ...tokens,
  ...scopes,
  ...oauth,
  ...boards,
  ...lists,
  ...listCategories,
  ...cards,
  ...moves,
  ...comments,
  ...checklists,
  ...assignees,
  ...delegation,
  ...members,
  ...invitations,
  ...activity,
  ...agents,
  ...workVerbs,
  ...settingsVerbs,
  ...sessionVerbs,
  ...sessions,
  ...sessionEvents,
  ...sessionQuestions,
  ...answerLinks,
  ...agentNews,
  ...agentHolds,
  ...waits,
  ...agentPause,
  ...budgets,
  ...reviews,
  ...undo,
  ...claims,
  ...subCards,
  ...sessionEndings,
  ...authors,
  ...mentions,
  ...noticeLimits,
  ...notifications,
  ...push,
  ...mailIn,
  ...webhooks,
  ...deliveries,
  ...rateLimits,
  ...config,
  ...ops,
  ...edge,
  ...runner,
  ...search,
  ...views,
  ...insights,
  ...labels,
  ...fields,
  ...attachments,
  ...links,
  ...relations,
  ...transfer,
  ...rules,
  ...integrations,
  ...pluginLimits,
  ...plugins,
  ...socket,
  ...limits,
  ...extras,
  ...signIn,
  ...surfaces,
  ...web,
  ...commands,
  ...serviceLimits,
  ...listLimits,
  ...importLimits,
  ...mcp,
  ...mcpNames,
}
export type RequirementId = keyof typeof requirements

const seen = new Set<string>()
for (const id of areas.flatMap((area) => Object.keys(area))) {
  if (seen.has(id)) throw new Error(`the requirement id ${id} occurs twice`)
  seen.add(id)
}
if (seen.size !== Object.keys(requirements).length) throw new Error('an area is missing from one of the two lists above')
