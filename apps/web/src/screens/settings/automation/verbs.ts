import type { Activity } from '@tandem/contract'
import { useMessages, useTranslations } from 'use-intl'
import type { Choices } from './choice.tsx'

export type Verb = Activity['verb']
type VerbFamily = { family: string; name: string; verbs: Choices }

/** The verbs with their names, by family. The texts are the list; their type, from the contract, requires every verb. */
export function useVerbFamilies(): VerbFamily[] {
  const { verbs, families } = useMessages().automation
  return Object.entries(verbs).map(([family, acts]) => ({
    family,
    name: families[family as keyof typeof families],
    verbs: Object.entries(acts).map(([act, words]): [string, string] => [`${family}.${act}`, words]),
  }))
}

/** A verb in words; an unknown one by its code. */
export function useVerbWords(): (verb: string) => string {
  return useWords('verbs')
}

/** The name of an event, outside a “when” clause. */
export function useEventNames(): (verb: string) => string {
  return useWords('eventNames')
}

function useWords(table: 'verbs' | 'eventNames'): (verb: string) => string {
  const t = useTranslations('automation')
  const known = new Set(useVerbFamilies().flatMap(({ verbs }) => verbs.map(([verb]) => verb)))
  return (verb) => (verb === 'ping' ? t('ping') : isVerb(verb, known) ? t(`${table}.${verb}`) : verb)
}

const isVerb = (verb: string, known: ReadonlySet<string>): verb is Verb => known.has(verb)
