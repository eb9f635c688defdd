import type { OperationName } from '@tandem/contract'

type AreaOf<N extends string> = N extends `${infer Area}.${string}` ? Area : never

/** The tag under which the document shows each area of the catalogue; one without a tag does not compile. */
const tags: Record<AreaOf<OperationName>, string> = {
  board: 'Boards',
  list: 'Lists',
  card: 'Cards',
  comment: 'Comments',
  checklist: 'Checklists',
  delegation: 'Agent sessions',
  session: 'Agent sessions',
  answerLink: 'Agent sessions',
  work: 'Agent sessions',
  wait: 'Agent sessions',
  member: 'Members',
  invitation: 'Members',
  auth: 'Signing in',
  webSession: 'Signing in',
  me: 'Actors',
  actor: 'Actors',
  agent: 'Actors',
  agentStats: 'Agent sessions',
  admin: 'Instance',
  service: 'Instance',
  token: 'Tokens',
  oauth: 'Tokens',
  notification: 'Notifications',
  pushDevice: 'Notifications',
  webhook: 'Webhooks',
  actorWebhook: 'Webhooks',
  label: 'Labels',
  field: 'Custom fields',
  attachment: 'Attachments',
  link: 'Links',
  relation: 'Relations',
  watch: 'Watching',
  favourite: 'Favourites',
  search: 'Search and views',
  view: 'Search and views',
  import: 'Boards',
  rule: 'Rules',
  integrationType: 'Integrations',
  integration: 'Integrations',
  personLink: 'Integrations',
  socket: 'Live push',
}

const about: Record<string, string> = {
  Boards: 'Boards, their tree, their log, and their way in and out.',
  Lists: 'The columns of a board.',
  Cards: 'Cards: created, changed, moved, completed, assigned.',
  Comments: 'Comments on cards; a mention tells a person and calls an agent.',
  Checklists: 'Checklist items of cards.',
  'Agent sessions': 'Delegation, and the record of an agent at work: state, trail, questions and answers.',
  Members: 'Who may do what on a board, and invitations to it.',
  'Signing in': 'The cookie session of a person.',
  Actors: 'People and agents, and what waits for the caller.',
  Instance: 'Health, release, and what only an instance admin may do.',
  Tokens: 'Scoped bearer credentials, and the MCP clients that a person gave access.',
  Notifications: 'The personal inbox, and the browsers that show questions as notices.',
  Webhooks: 'Signed outbound webhooks of a board or of an actor.',
  Labels: 'Labels of a board, and on cards.',
  'Custom fields': 'Custom fields of a board, and their values on cards.',
  Attachments: 'Files and web addresses on cards.',
  Links: 'Links from cards to objects of external systems, and events from there.',
  Relations: 'How cards stand to one another.',
  Favourites: 'Boards and saved views that you keep at hand.',
  Watching: 'Being told of what happens on a card.',
  'Search and views': 'Finding cards over every board, and searches kept under a name.',
  Rules: 'Automation: when this happens, and these hold, do that.',
  Integrations: 'Plugins on a board, and what a plugin does with itself.',
  'Live push': `The WebSocket at \`GET /ws\`. The handshake takes the cookie, \`Authorization: Bearer kbt_…\`, or \`?ticket=\` of a ticket; a foreign
\`Origin\` is refused. Frames are JSON in text messages. The client says \`{type: subscribe, boardId, since?}\` (\`since\` = the last \`seq\` that it has:
what was missed comes first), \`{type: unsubscribe, boardId}\`, \`{type: presence, boardId, cardId}\` and \`{type: ping}\`; the service says
\`{type: subscribed, boardId, seq}\`, \`{type: event, boardId, seq, activity}\`, \`{type: presence, boardId, actors}\`, \`{type: notification, notification}\`,
\`{type: pong}\` and \`{type: error, error, boardId?}\`. It closes with 1012 (restart), 4401 (the credential has ended), 4408 (4 MiB unread) or 1008 (flood).`,
  Events: 'What a webhook delivers, a poll reads and the socket pushes.',
}

export const eventsTag = 'Events'

export function tagOf(name: OperationName): string {
  return tags[name.slice(0, name.indexOf('.')) as keyof typeof tags]
}

/** The tags in use, in the order above. */
export function describeTags(used: ReadonlySet<string>): { name: string; description: string }[] {
  return Object.entries(about).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []))
}
