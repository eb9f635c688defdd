import type { RequirementTable } from './requirement-table.ts'
import { activity } from './requirements/activity.ts'
import { actors } from './requirements/actors.ts'
import { agentHolds } from './requirements/agent-holds.ts'
import { agentNews } from './requirements/agent-news.ts'
import { agentPause } from './requirements/agent-pause.ts'
import { agents } from './requirements/agents.ts'
import { assignees } from './requirements/assignees.ts'
import { attachments } from './requirements/attachments.ts'
import { auth } from './requirements/auth.ts'
import { boards } from './requirements/boards.ts'
import { budgets } from './requirements/budgets.ts'
import { cards } from './requirements/cards.ts'
import { checklists } from './requirements/checklists.ts'
import { claims } from './requirements/claims.ts'
import { commands } from './requirements/commands.ts'
import { comments } from './requirements/comments.ts'
import { config } from './requirements/config.ts'
import { conventions } from './requirements/conventions.ts'
import { delegation } from './requirements/delegation.ts'
import { deliveries } from './requirements/deliveries.ts'
import { edge } from './requirements/edge.ts'
import { errors } from './requirements/errors.ts'
import { extras } from './requirements/extras.ts'
import { fields } from './requirements/fields.ts'
import { idempotency } from './requirements/idempotency.ts'
import { importLimits } from './requirements/import-limits.ts'
import { insights } from './requirements/insights.ts'
import { integrations } from './requirements/integrations.ts'
import { invitations } from './requirements/invitations.ts'
import { labels } from './requirements/labels.ts'
import { limits } from './requirements/limits.ts'
import { links } from './requirements/links.ts'
import { listCategories } from './requirements/list-categories.ts'
import { listLimits } from './requirements/list-limits.ts'
import { lists } from './requirements/lists.ts'
import { mcp } from './requirements/mcp.ts'
import { mcpNames } from './requirements/mcp-names.ts'
import { members } from './requirements/members.ts'
import { mentions } from './requirements/mentions.ts'
import { moves } from './requirements/moves.ts'
import { noticeLimits } from './requirements/notice-limits.ts'
import { notifications } from './requirements/notifications.ts'
import { oauth } from './requirements/oauth.ts'
import { ops } from './requirements/ops.ts'
import { pluginLimits } from './requirements/plugin-limits.ts'
import { plugins } from './requirements/plugins.ts'
import { rateLimits } from './requirements/rate-limits.ts'
import { relations } from './requirements/relations.ts'
import { requestBounds } from './requirements/request-bounds.ts'
import { reviews } from './requirements/reviews.ts'
import { rules } from './requirements/rules.ts'
import { runner } from './requirements/runner.ts'
import { scopes } from './requirements/scopes.ts'
import { search } from './requirements/search.ts'
import { serviceLimits } from './requirements/service-limits.ts'
import { sessionEndings } from './requirements/session-endings.ts'
import { sessionEvents } from './requirements/session-events.ts'
import { sessionQuestions } from './requirements/session-questions.ts'
import { sessionVerbs } from './requirements/session-verbs.ts'
import { sessions } from './requirements/sessions.ts'
import { settingsVerbs } from './requirements/settings-verbs.ts'
import { signIn } from './requirements/sign-in.ts'
import { socket } from './requirements/socket.ts'
import { subCards } from './requirements/sub-cards.ts'
import { surfaces } from './requirements/surfaces.ts'
import { tokens } from './requirements/tokens.ts'
import { transfer } from './requirements/transfer.ts'
import { views } from './requirements/views.ts'
import { waits } from './requirements/waits.ts'
import { web } from './requirements/web.ts'
import { webhooks } from './requirements/webhooks.ts'
import { workVerbs } from './requirements/work-verbs.ts'

const areas: readonly RequirementTable[] = [
  conventions,
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
  sessionQuestions,
  agentNews,
  agentHolds,
  waits,
  agentPause,
  budgets,
  reviews,
  claims,
  subCards,
  sessionEndings,
  mentions,
  noticeLimits,
  notifications,
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
  ...agentNews,
  ...agentHolds,
  ...waits,
  ...agentPause,
  ...budgets,
  ...reviews,
  ...claims,
  ...subCards,
  ...sessionEndings,
  ...mentions,
  ...noticeLimits,
  ...notifications,
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
