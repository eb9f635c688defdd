import type { Activity } from '@tandem/contract'
import { useMessages, useTranslations } from 'use-intl'
import type { Choices } from './choice.tsx'

export type Verb = Activity['verb']
type VerbFamily = { family: string; name: string; verbs: Choices }

/** What may happen on a board, in words and by family: the texts are the list, and the contract says that none is missing. */
export function useVerbFamilies(): VerbFamily[] {
  const { verbs, families } = useMessages().automation
  return Object.entries(verbs).map(([family, acts]) => ({
    family,
    name: families[family as keyof typeof families],
    verbs: Object.entries(acts).map(([act, words]): [string, string] => [`${family}.${act}`, words]),
  }))
}

/** A verb in words; as it is when it is newer than these texts. */
export function useVerbWords(): (verb: string) => string {
  const t = useTranslations('automation')
  const known = new Set(useVerbFamilies().flatMap(({ verbs }) => verbs.map(([verb]) => verb)))
  return (verb) => (verb === 'ping' ? t('ping') : isVerb(verb, known) ? t(`verbs.${verb}`) : verb)
}

/** The same where it stands by itself: not every language may leave it the order that it has in a sentence. */
export function useToldWords(): (verb: string) => string {
  const t = useTranslations('automation')
  const words = useVerbWords()
  return (verb) => ([verb, t('ping')].includes(words(verb)) ? words(verb) : t('told', { verb: words(verb) }))
}

const isVerb = (verb: string, known: ReadonlySet<string>): verb is Verb => known.has(verb)
