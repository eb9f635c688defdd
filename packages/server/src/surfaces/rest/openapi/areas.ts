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
  favourite: 'Favorites',
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
  Boards: 'Boards, their tree and log, export and import.',
  Lists: 'The columns of a board.',
  Cards: 'Create, change, move, complete and assign cards.',
  Comments: 'Comments on cards. A mention notifies a person and starts an agent.',
  Checklists: 'Checklist items of cards.',
  'Agent sessions': 'Delegation, and the record of an agent at work: state, events, questions and answers.',
  Members: 'Members of a board, their roles, and invitations.',
  'Signing in': 'Web sessions of people, with a cookie.',
  Actors: 'People and agents, and the work of the caller.',
  Instance: 'Health, version, and operations for instance admins.',
  Tokens: 'Scoped bearer tokens, and MCP clients with access to an account.',
  Notifications: 'The personal inbox, and browsers with push notifications.',
  Webhooks: 'Signed outbound webhooks of a board or of an actor.',
  Labels: 'Labels of a board, and on cards.',
  'Custom fields': 'Custom fields of a board, and their values on cards.',
  Attachments: 'Files and web addresses on cards.',
  Links: 'Links from cards to objects of external systems, and events from there.',
  Relations: 'Relations between cards.',
  Favorites: 'Your favorite boards and saved views.',
  Watching: 'Get notified about changes of a card.',
  'Search and views': 'Find cards on all boards, and save searches as views.',
  Rules: 'Automation: a trigger, conditions and actions.',
  Integrations: 'Plugins on a board, and operations for the plugins themselves.',
  'Live push': `The WebSocket at \`GET /ws\`. The handshake accepts the cookie, \`Authorization: Bearer kbt_…\`, or \`?ticket=\` of a ticket; a foreign
\`Origin\` is refused. Frames are JSON in text messages. The client says \`{type: subscribe, boardId, since?}\` (\`since\` = the last \`seq\` that it has:
missed events come first), \`{type: unsubscribe, boardId}\`, \`{type: presence, boardId, cardId}\` and \`{type: ping}\`; the service says
\`{type: subscribed, boardId, seq}\`, \`{type: event, boardId, seq, activity}\`, \`{type: presence, boardId, actors}\`, \`{type: notification, notification}\`,
\`{type: pong}\` and \`{type: error, error, boardId?}\`. It closes with 1012 (restart), 4401 (the credential has ended), 4408 (4 MiB unread) or 1008 (flood).`,
  Events: 'Events that webhooks deliver, polling reads and the socket pushes.',
}

export const eventsTag = 'Events'

export function tagOf(name: OperationName): string {
  return tags[name.slice(0, name.indexOf('.')) as keyof typeof tags]
}

/** The tags in use, in the order above. */
export function describeTags(used: ReadonlySet<string>): { name: string; description: string }[] {
  return Object.entries(about).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []))
}
