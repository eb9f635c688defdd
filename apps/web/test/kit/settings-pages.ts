/** Every page of settings by its address: those of a person, and those of a board. */
export const personalPages = [
  'profile',
  'password',
  'signIn',
  'notifications',
  'archived',
  'imports',
  'agents',
  'tokens',
  'apps',
  'activity',
  'people',
  'audit',
]
export const boardPages = ['general', 'members', 'labels', 'fields', 'guidance', 'rules', 'integrations', 'webhooks', 'transfer', 'log']
