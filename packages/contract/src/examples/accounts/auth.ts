import type { Examples } from '../example.ts'
import { password, secrets } from '../story.ts'
import { ownAda } from './people.ts'

const email = 'ada@example.com'

export const authExamples = {
  'auth.providers': {
    by: 'nobody',
    input: {},
    output: { localLogin: true, providers: [{ id: 'example', name: 'Example accounts' }], firstAccount: false },
  },
  'auth.register': { by: 'nobody', input: { email, password, name: 'Ada', handle: 'ada' }, output: ownAda },
  'auth.login': { by: 'nobody', input: { email, password }, output: ownAda },
  'auth.logout': { input: {} },
  'auth.password': { input: { currentPassword: password, newPassword: 'a longer passphrase' } },
  'auth.forgot': { by: 'nobody', input: { email } },
  'auth.reset': { by: 'nobody', after: ['auth.forgot'], input: { token: secrets.letter, newPassword: 'a longer passphrase' } },
} satisfies Examples
