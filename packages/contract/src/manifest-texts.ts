/** The descriptions of the bundled plugins and of their config; the web app translates each of them. */
export const manifestTexts = {
  slack: 'Posts what happens on the board to channels and lets people answer questions from agents there.',
  github: 'Links pull requests to the cards that they mention and moves the cards.',
  gitlab: 'Links merge requests to the cards that they mention and moves the cards.',
  channelId: 'The ID of the channel, such as C024BE91L.',
  verbs: 'The events to report; all that the plugin knows when absent.',
  listId: 'The list for cards created from the channel; the first one when absent.',
  commands: 'False: commands in the channel are for another board.',
  repository: 'owner/name',
  project: 'group/project',
  opened: 'The list to which a card moves when a pull request for it is opened.',
  merged: 'The list to which a card moves when a pull request for it is merged.',
} as const
