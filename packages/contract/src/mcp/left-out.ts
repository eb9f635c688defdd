import type { OperationName } from '../catalogue.ts'

/**
 * Operations without a tool, by name or family, with the reason. A test fails for one that is neither here nor bound, or both.
 * Specification: service §4.
 */
type Family = OperationName extends infer N ? (N extends `${infer F}.${string}` ? `${F}.*` : never) : never

const leftOut: readonly (readonly [OperationName | Family, string])[] = [
  ['auth.*', 'People sign in; an agent comes with a token.'],
  ['oauth.*', 'People let clients in and shut them out.'],
  ['token.*', 'No tool hands out or ends credentials.'],
  ['socket.*', 'A client of MCP has subscriptions.'],
  ['member.*', 'Membership has no tool.'],
  ['invitation.*', 'Membership has no tool.'],
  ['agent.*', 'Its owner manages an agent.'],
  ['session.update', 'A budget is a limit that people set.'],
  ['me.update', 'Its owner manages an agent.'],
  ['me.setAvatar', 'Its owner manages an agent.'],
  ['actor.avatar', 'People look at pictures.'],
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
  ['answerLink.*', 'People answer by the links of their letters.'],
  ['session.start', 'People let a session begin before what blocks its card is done.'],
  ['session.undo', 'People undo what an agent did.'],
  ['card.review', 'People review the work of agents.'],
  ['list.cards', 'board_read get takes limit, and search finds cards of a list.'],
  ['board.outline', 'The names stand in every answer already; board_read get shows them all.'],
  ['board.summaries', 'How boards stand is for people to see; agents read their work and what is ready.'],
  ['board.usage', 'What a board has used is for people to watch; agents read the budget of their sessions.'],
  ['board.log.head', 'Whether a log is whole is for people and auditors to check.'],
  ['board.insights', 'How a board and its agents fare is for people to judge.'],
  ['agentStats.*', 'How a board and its agents fare is for people to judge.'],
  ['board.export', 'Boards are taken out and brought in by people.'],
  ['board.import', 'Boards are taken out and brought in by people.'],
  ['import.*', 'Boards are taken out and brought in by people.'],
  ['service.*', 'For load balancers and operators.'],
  ['notification.settings.get', 'They choose what is mailed, and agents get no mail.'],
  ['notification.settings.update', 'They choose what is mailed, and agents get no mail.'],
  ['board.delete', 'What is gone for good, people delete. Agents archive.'],
  ['card.delete', 'What is gone for good, people delete. Agents archive.'],
  ['label.delete', 'What is gone for good, people delete.'],
  ['field.delete', 'What is gone for good, people delete.'],
  ['comment.react', 'A reaction tells people that somebody has read it. Agents answer in words.'],
  ['comment.unreact', 'A reaction tells people that somebody has read it. Agents answer in words.'],
  ['attachment.delete', 'What is gone for good, people delete.'],
  ['view.create', 'A saved view is how a person looks at a board. Agents search.'],
  ['view.update', 'A saved view is how a person looks at a board. Agents search.'],
  ['view.delete', 'A saved view is how a person looks at a board. Agents search.'],
  ['view.get', 'board_read views answers it.'],
  ['favourite.*', 'What a person keeps at hand. Agents list boards.'],
  ['label.list', 'board_read get answers it.'],
  ['field.list', 'board_read get answers it.'],
  ['field.values', 'card_read get answers those of a card, and card_search finds cards by them.'],
  ['actor.find', 'Every parameter that takes an id also takes a handle.'],
  ['card.linkPreview', 'Agents read pages themselves.'],
  ['card.getByKey', 'card_read get takes a key.'],
]

export function whyLeftOut(name: OperationName): string | undefined {
  const family = `${name.slice(0, name.indexOf('.'))}.*`
  return leftOut.find(([which]) => which === name || which === family)?.[1]
}
