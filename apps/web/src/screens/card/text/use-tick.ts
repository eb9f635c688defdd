import { useTranslations } from 'use-intl'
import { type Send, saveText } from '../../../mutations/texts/save-text.ts'
import { say } from '../../../ui/toasts/toast.tsx'

/** Saves a text in which a task was ticked, as an edit of it: changes by others are kept. */
export function useTick(name: string, kept: string, send: Send): (text: string) => void {
  const t = useTranslations('details.merge')
  return (text) =>
    void saveText(send, name, { text, base: kept }).then((outcome) => {
      if (outcome.is === 'overtaken') say({ title: t('tickOvertaken'), kind: 'tick' })
    })
}
