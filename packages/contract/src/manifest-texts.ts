/** What the plugins that come with Tandem say of themselves and of their config: other languages have words for each. */
export const manifestTexts = {
  slack: 'Tells channels what happens on the board, and lets people answer the questions of agents from there.',
  github: 'Links pull requests to the cards that they name, and moves the cards on.',
  gitlab: 'Links merge requests to the cards that they name, and moves the cards on.',
  channelId: 'The id of the channel, such as C024BE91L.',
  verbs: 'Verbs to tell; all that the plugin knows when absent.',
  listId: 'The list for cards made from the channel; the first when absent.',
  commands: 'False: commands in the channel are for another board.',
  repository: 'owner/name',
  project: 'group/project',
  opened: 'The list to which a card goes when a pull request for it is opened.',
  merged: 'The list to which a card goes when a pull request for it is merged.',
} as const
