import type { Member } from '@tandem/contract'
import { useTranslations } from 'use-intl'

export type Role = Member['role']
/** From the fewest rights to the most. */
export const roles: readonly Role[] = ['viewer', 'member', 'admin']

export function useRoleNames(): (role: Role) => string {
  const t = useTranslations('settings.roleNames')
  return (role) => t(role)
}
