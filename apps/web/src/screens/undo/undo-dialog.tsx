import type { Session, UndoResult } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { useFailureText } from '../../api/failure.ts'
import { rereadBoard } from '../../live/board-query.ts'
import { useOfferUndo } from '../../mutations/undo.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { UndoPreview } from './undo-preview.tsx'

type Props = { session: Pick<Session, 'id' | 'boardId' | 'undone'>; name: string; onClose: () => void }

/** Previews the undo of a session by card, with the changes that stay, before it is done. */
export function UndoDialog(props: Props) {
  return (
    <AreaTexts area="undo">
      <Asked {...props} />
    </AreaTexts>
  )
}

function Asked({ session, name, onClose }: Props) {
  const t = useTranslations('undo')
  const failureText = useFailureText()
  const isBack = session.undone !== undefined
  const undo = useUndoSession(session)
  const { data, error } = useQuery(previewQuery(session.id, isBack))
  return (
    <Dialog title={t(isBack ? 'titleBack' : 'title', { name })} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-4">
        {error ? <p role="alert">{failureText(error)}</p> : data ? <UndoPreview result={data} isBack={isBack} /> : <Looking />}
        <Buttons isBack={isBack} result={data} onClose={onClose} onUndo={undo} />
      </div>
    </Dialog>
  )
}

function Looking() {
  const t = useTranslations('undo')
  return (
    <p role="status" className="flex items-center gap-2 text-ink-2">
      <Spinner /> {t('looking')}
    </p>
  )
}

type ButtonsProps = { isBack: boolean; result: UndoResult | undefined; onClose: () => void; onUndo: (isUndone: boolean) => void }

function Buttons({ isBack, result, onClose, onUndo }: ButtonsProps) {
  const [t, card] = [useTranslations('undo'), useTranslations('card')]
  return (
    <div className="flex justify-end gap-2">
      <Button variant="quiet" onClick={onClose}>
        {card('cancel')}
      </Button>
      <Button
        variant="primary"
        disabled={!result || result.undone.length === 0}
        onClick={() => {
          onClose()
          onUndo(isBack)
        }}
      >
        {t(isBack ? 'actBack' : 'act')}
      </Button>
    </div>
  )
}

/** The dry run of the undo. Never cached, because it depends on the current state. */
const previewQuery = (sessionId: string, isUndone: boolean) => ({
  queryKey: ['undo', sessionId, isUndone],
  queryFn: () => api.call('session.undo', { sessionId, dryRun: true, ifUndone: isUndone }),
  gcTime: 0,
  staleTime: 0,
  retry: false,
})

/** Undoes it, or redoes it, and offers the opposite. */
function useUndoSession({ id: sessionId, boardId }: Pick<Session, 'id' | 'boardId'>): (isUndone: boolean) => void {
  const t = useTranslations('undo')
  const write = useWrite()
  const offerUndo = useOfferUndo()
  const call = async (ifUndone: boolean) => {
    const done = await write('session.undo', { sessionId, ifUndone }, { failed: 'undo' })
    if (done) rereadBoard(boardId)
    return done?.answer ?? null
  }
  return (isUndone) => {
    const doing = call(isUndone)
    const undo = async () => (await doing) !== null && (await call(!isUndone)) !== null
    const said = doing.then((answer) => answer && { title: t(isUndone ? 'doneBack' : 'done', { count: answer.undone.length }) })
    offerUndo({ boardId, undo }, said)
  }
}
