import { scopeMeanings } from '@tandem/contract'
import { oneOf } from '../one-of.ts'

/** What people are asked to grant, in the words of the web app, and the pages of signing in and of links of integrations. */
export const en = {
  consent: {
    title: (app: string) => `Allow ${app} to access Tandem?`,
    signedIn: (person: string) =>
      `You are signed in as ${person}. This program wants to work on your boards as one of your agents, never as you.`,
    name: 'App name',
    identity: 'Identity',
    notVerified: 'Not verified',
    place: 'Redirects to',
    local: 'The response goes to an app on this computer.',
    localText: 'Any app on it can use this name. Allow access only if you have just started it yourself.',
    unchecked: 'This name is not verified.',
    uncheckedText: 'Allow access only if you have just requested it yourself and know where the response goes.',
    permissions: 'Permissions',
    scopes: scopeMeanings,
    agent: 'Agent',
    newAgent: 'A new agent for this app',
    madeAgent: (agent: string) => `${agent}, created for this app`,
    boards: 'Boards',
    chosen: 'Only boards that I select',
    all: 'All boards of the agent that are also mine, now and later',
    askToAdd: (admins: readonly string[]) =>
      `no agent of yours is a member. Ask ${admins.length === 0 ? 'an admin' : oneOf('en', admins)} to add one.`,
    joins: 'an agent that is not a member joins as one',
    onlyWith: (agents: readonly string[]) => `only with ${oneOf('en', agents)}`,
    allow: 'Allow',
    deny: 'Deny',
    end: 'The app can never do more than you can. You can disconnect it at any time in your settings under Connected apps.',
  },
  access: {
    refused: 'Access cannot be granted',
    refusedFor: (why: string) => `An app requested access that cannot be granted: ${why}`,
    nothingSent: 'Nothing was sent. You can close this page, or',
    notify: (place: string) => `notify the app at ${place}`,
  },
  signIn: {
    title: 'Sign in to Tandem',
    text: 'An app requests access. Sign in to see which app it is and what it requests. You can still deny it then.',
    withProvider: (provider: string) => `Sign in with ${provider}`,
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    failed: 'Sign-in failed',
    back: 'Back to Tandem',
  },
  personLink: {
    title: (integration: string) => `Allow ${integration} to act for you?`,
    ifConfirmed: 'If you confirm, this account can read the board, read your notifications and answer questions of agents',
    onBehalf: 'on your behalf',
    onlyIfYours: '. Confirm only if the account is yours.',
    account: 'Account',
    integration: 'Integration',
    board: 'Board',
    confirm: 'Confirm',
    end: 'To remove access, revoke the token in Settings under Access tokens. Access also ends when the integration is removed.',
    done: 'Connected',
    doneText: 'The integration can now act for you. You can close this page.',
    refused: 'This link cannot be used',
    signInFirst: 'Sign in first',
    signIn: 'Sign in to Tandem',
    signInText: 'in this browser, then open this link again within ten minutes of requesting it.',
  },
}

/** The texts of the pages. A language without one of them does not compile. */
export type PageTexts = typeof en
