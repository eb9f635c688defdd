import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../api/failure.ts'
import { say } from '../ui/toasts/toast.tsx'
import { forgetChanges } from './forget-changes.ts'
import { type Call, keptOf } from './kept-changes.ts'
import { sendKept } from './kept-places.ts'
import { sendInOrder, Withdrawn } from './outbox.ts'
import { lineGap, putBackDraft } from './texts/draft.ts'

/** Set once per page: later changes that wait are in the outbox of this page already. */
let isResumed = false

/**
 * Sends the changes that waited when the page was reloaded, before any others, and reports refusals. The board gets the results as live
 * frames, as with any change.
 */
export function useResumeChanges(meId: string | undefined): void {
  const t = useTranslations('failed')
  const text = useFailureText()
  useEffect(() => {
    if (meId === undefined || isResumed) return
    isResumed = true
    const calls = keptOf(meId)
    // The changes of another account are dropped, never sent.
    if (calls.length === 0) forgetChanges()
    for (const [at, call] of calls.entries())
      void sendInOrder(() => sendKept(calls, at), [call], {}, 'in turn').catch((failure: unknown) => {
        if (failure instanceof Withdrawn) return
        say({ title: t(failedName(call)), text: text(failure) })
        putBack(call, meId)
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page
  }, [meId])
}

function failedName({ name, input }: Call): 'comment' | 'create' | 'edit' | 'move' {
  if (name === 'comment.create') return 'comment'
  if (name === 'card.update' && input.listId !== undefined) return 'move'
  return name === 'card.create' || name === 'card.addChildren' ? 'create' : 'edit'
}

/** The text of a refused comment, checklist item or card goes back into its field. */
function putBack({ name, input }: Call, account: string): void {
  if (name === 'comment.create') putBackDraft(`comment.${input.cardId}`, input.body, account)
  if (name === 'checklist.add') putBackDraft(`checklist.${input.cardId}`, input.text, account, lineGap)
  if (name === 'card.addChildren') putBackDraft(`subCards.${input.cardId}`, (input.titles ?? []).join(lineGap), account, lineGap)
  if (name === 'card.create') putBackDraft(`card.${input.listId}`, input.title, account)
}
