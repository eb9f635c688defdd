import { useTranslations } from 'use-intl'

/** Reasons given by the service itself, not by the agent. */
const given = ['timeout', 'lease_expired', 'undelegated', 'stopped', 'agent_deactivated', 'member_removed'] as const
type Given = (typeof given)[number]

export const isGiven = (reason: string): reason is Given => (given as readonly string[]).includes(reason)

/** The reason why a session failed, as a sentence: the agent's own words, or a translation for reasons of the service. */
export function useEndWords(): (reason: string) => string {
  const t = useTranslations('session.ends')
  return (reason) => (isGiven(reason) ? t(reason) : reason)
}
