import type { OperationName } from '../catalogue.ts'

/**
 * Operations without a tool, by name or family, with the reason. A test fails for one that is neither here nor bound, or both.
 * Specification: service §4.
 */
type Family = OperationName extends infer N ? (N extends `${infer F}.${string}` ? `${F}.*` : never) : never

const leftOut: readonly (readonly [OperationName | Family, string])[] = [
  ['auth.*', 'People sign in; agents use a token.'],
  ['oauth.*', 'People give clients access and revoke it.'],
  ['token.*', 'No tool creates or revokes credentials.'],
  ['socket.*', 'MCP clients have subscriptions.'],
  ['member.*', 'Membership has no tool.'],
  ['invitation.*', 'Membership has no tool.'],
  ['agent.*', 'An agent is managed by its owner.'],
  ['session.update', 'A budget is a limit that people set.'],
  ['me.update', 'An agent is managed by its owner.'],
  ['me.setAvatar', 'An agent is managed by its owner.'],
  ['actor.avatar', 'Pictures are for people.'],
  ['me.audit', 'Addresses and failed attempts are for people.'],
  ['me.identities.list', 'How a person signs in.'],
  ['me.identities.unlink', 'How a person signs in.'],
  ['webSession.*', 'How a person signs in.'],
  ['pushDevice.*', 'The browsers of a person.'],
  ['admin.*', 'For the instance admin, signed in.'],
  ['webhook.*', 'Where events are sent is for people to set up.'],
  ['actorWebhook.*', 'Where events are sent is set up over REST, which can verify them.'],
  ['integration.*', 'People set integrations up, and plugins speak REST.'],
  ['integrationType.*', 'People set integrations up, and plugins speak REST.'],
  ['personLink.*', 'People set integrations up, and plugins speak REST.'],
  ['link.*', 'Plugins speak REST; card_read get shows the links.'],
  ['card.event', 'Plugins speak REST.'],
  ['rule.*', 'Rules are for people to set up.'],
  ['answerLink.*', 'People answer with the links in their e-mails.'],
  ['session.start', 'People decide whether a session starts on a blocked card.'],
  ['session.undo', 'People undo what an agent did.'],
  ['card.review', 'People review the work of agents.'],
  ['list.cards', 'board_read get takes limit, and search finds the cards of a list.'],
  ['board.outline', 'Every response has the names; board_read get shows them all.'],
  ['board.summaries', 'Summaries of boards are for people; agents read their work and what is ready.'],
  ['board.usage', 'The usage of a board is for people; agents read the budget of their sessions.'],
  ['board.log.head', 'People and auditors verify the log.'],
  ['board.insights', 'Insights and statistics are for people.'],
  ['agentStats.*', 'Insights and statistics are for people.'],
  ['board.export', 'People export and import boards.'],
  ['board.import', 'People export and import boards.'],
  ['import.*', 'People export and import boards.'],
  ['service.*', 'For load balancers and operators.'],
  ['notification.settings.get', 'They choose what is sent by e-mail, and agents get no e-mail.'],
  ['notification.settings.update', 'They choose what is sent by e-mail, and agents get no e-mail.'],
  ['board.delete', 'Only people delete permanently. Agents archive.'],
  ['card.delete', 'Only people delete permanently. Agents archive.'],
  ['label.delete', 'Only people delete permanently.'],
  ['field.delete', 'Only people delete permanently.'],
  ['comment.react', 'A reaction tells people that someone has read the comment. Agents answer in words.'],
  ['comment.unreact', 'A reaction tells people that someone has read the comment. Agents answer in words.'],
  ['attachment.delete', 'Only people delete permanently.'],
  ['view.create', 'A saved view is how a person looks at a board. Agents search.'],
  ['view.update', 'A saved view is how a person looks at a board. Agents search.'],
  ['view.delete', 'A saved view is how a person looks at a board. Agents search.'],
  ['view.get', 'board_read views returns it.'],
  ['favourite.*', 'Favorites are for people. Agents list boards.'],
  ['label.list', 'board_read get returns them.'],
  ['field.list', 'board_read get returns them.'],
  ['field.values', 'card_read get returns those of a card, and search finds cards by them.'],
  ['actor.find', 'Every parameter that takes an id also takes a handle.'],
  ['card.linkPreview', 'Agents read pages themselves.'],
  ['card.getByKey', 'card_read get takes a key.'],
]

export function whyLeftOut(name: OperationName): string | undefined {
  const family = `${name.slice(0, name.indexOf('.'))}.*`
  return leftOut.find(([which]) => which === name || which === family)?.[1]
}
