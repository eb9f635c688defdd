import { useTranslations } from 'use-intl'

/** Reasons that the service itself gives, and not the agent. */
const given = ['timeout', 'lease_expired', 'undelegated', 'stopped', 'agent_deactivated', 'member_removed'] as const
type Given = (typeof given)[number]

export const isGiven = (reason: string): reason is Given => (given as readonly string[]).includes(reason)

/** Why a session failed, as a sentence: the agent's own words, or ours for what the service says. */
export function useEndWords(): (reason: string) => string {
  const t = useTranslations('session.ends')
  return (reason) => (isGiven(reason) ? t(reason) : reason)
}
