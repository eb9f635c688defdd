/** Operations of the catalogue that no handler serves yet. Later work empties this list; a handler for an entry here does not compile. */
export const notYetHandled = [
  'board.copy',
  'card.copy',
  'webhook.deliveries',
  'webhook.redeliver',
  'webhook.ping',
  ...(['link.put', 'link.delete', 'link.find', 'card.event'] as const),
  ...(['board.export', 'board.import', 'import.get'] as const),
  ...(['rule.list', 'rule.create', 'rule.update', 'rule.delete', 'rule.runs', 'rule.test'] as const),
  ...(['integrationType.list', 'integration.list', 'integration.get'] as const),
  ...(['integration.install', 'integration.update', 'integration.remove', 'integration.secrets.put'] as const),
  ...(['integration.self.get', 'integration.self.key.put', 'personLink.create', 'personLink.claim'] as const),
  'socket.ticket',
  ...(['oauth.client.list', 'oauth.client.revoke'] as const),
] as const
export type NotYetHandled = (typeof notYetHandled)[number]
