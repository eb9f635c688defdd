import { refusal } from '@tandem/contract'
import type { Policy } from '../../../kernel/mutation.ts'

/** Where people come by a provider alone, no password opens anything, nor is one set. */
export function refuseWithoutLocalLogin({ localLogin, providers }: Policy): void {
  if (localLogin) return
  const names = providers.map(({ name }) => name).join(' or ')
  throw refusal('noPasswords', { name: names })
}
