import { refusal } from '@tandem/contract'
import type { Policy } from '../../../kernel/mutation.ts'

/** Throws when only identity providers may sign people in: no password is checked or set then. */
export function refuseWithoutLocalLogin({ localLogin, providers }: Policy): void {
  if (localLogin) return
  const names = providers.map(({ name }) => name).join(', ')
  throw refusal('noPasswords', { name: names })
}
