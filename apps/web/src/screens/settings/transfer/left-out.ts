import type { BoardImport, LeftOutReason, LeftOutThing } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '../../../api/failure.ts'

type Skipped = NonNullable<BoardImport['report']>['skipped'][number]

/** Says what was left out in the language of who reads it; what has no words here is told as the service does. */
export function useLeftOut(): { what: (skipped: Skipped) => string; why: (skipped: Skipped) => string } {
  const t = useTranslations('automation.leftOut')
  const refusal = useRefusalWords()
  const isThing = (kind: string): kind is LeftOutThing => t.has(`what.${kind as LeftOutThing}`)
  const isReason = (reason: string): reason is LeftOutReason => t.has(`why.${reason as LeftOutReason}`)
  return {
    what: ({ what, thing }) => (thing && isThing(thing.kind) ? t(`what.${thing.kind}`, { ...none, ...thing.params }) : what),
    why({ reason, why }) {
      if (!why) return reason
      // What a rule cannot be made of is refused as it is when somebody saves one.
      return isReason(why.reason) ? t(`why.${why.reason}`, { ...none, ...why.params }) : (refusal(why) ?? reason)
    },
  }
}

const none = { name: '', of: '', count: '' }
