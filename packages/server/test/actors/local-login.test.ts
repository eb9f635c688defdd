import { expect, test } from 'vitest'
import { refuseWithoutLocalLogin } from '../../src/domain/actors/sign-in/local-login.ts'
import type { Policy } from '../../src/kernel/mutation.ts'
import { messageIn } from '../../src/texts/refusals/refusals.ts'

const providers = ['Acme', 'Globex'].map((name) => ({ id: name, name, issuer: `https://${name}.example` }))

test('where passwords are turned off, the refusal names the providers without a word of English between them', () => {
  const refuse = (localLogin: boolean) => refuseWithoutLocalLogin({ localLogin, providers } as unknown as Policy)
  expect(() => refuse(true)).not.toThrow()
  let refused: unknown
  try {
    refuse(false)
  } catch (error) {
    refused = error
  }
  expect(messageIn('de', refused as Parameters<typeof messageIn>[1])).toMatch(/deaktiviert\. Melde dich mit Acme, Globex an\.$/)
})
