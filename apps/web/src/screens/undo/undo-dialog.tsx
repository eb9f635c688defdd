import type { Session, UndoResult } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../api/failure.ts'
import { rereadBoard } from '../../live/board-query.ts'
import { useOfferUndo } from '../../mutations/undo.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { say } from '../../ui/toasts/toast.tsx'
import { UndoPreview } from './undo-preview.tsx'
import { previewQuery, type Way, ways } from './ways.ts'

type Props = { session: Pick<Session, 'id' | 'boardId'>; name: string; way: Way; onClose: () => void }

/** Previews the undo of a session by card, with the changes that stay, before it is done. */
export function UndoDialog(props: Props) {
  return (
    <AreaTexts area="undo">
      <Asked {...props} />
    </AreaTexts>
  )
}

function Asked({ session, name, way, onClose }: Props) {
  const t = useTranslations('undo')
  const failureText = useFailureText()
  const undo = useUndoSession(session)
  const { data, error } = useQuery(previewQuery(session.id, way))
  return (
    <Dialog title={t(ways[way].title, { name })} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-4">
        {error ? <p role="alert">{failureText(error)}</p> : data ? <UndoPreview result={data} way={way} /> : <Looking />}
        <Buttons way={way} result={data} onClose={onClose} onUndo={undo} />
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

type ButtonsProps = { way: Way; result: UndoResult | undefined; onClose: () => void; onUndo: (way: Way) => void }

function Buttons({ way, result, onClose, onUndo }: ButtonsProps) {
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
          onUndo(way)
        }}
      >
        {t(ways[way].act)}
      </Button>
    </div>
  )
}

/** Undoes it, or redoes it, and offers the opposite. That of the rest would bring back all of it, so it is left to its own button. */
function useUndoSession({ id: sessionId, boardId }: Pick<Session, 'id' | 'boardId'>): (way: Way) => void {
  const t = useTranslations('undo')
  const write = useWrite()
  const offerUndo = useOfferUndo()
  const call = async (ifUndone: boolean) => {
    const done = await write('session.undo', { sessionId, ifUndone }, { failed: 'undo' })
    if (done) rereadBoard(boardId)
    return done?.answer ?? null
  }
  return (way) => {
    const { ifUndone, done: words } = ways[way]
    const doing = call(ifUndone)
    const said = doing.then((answer) => answer && { title: t(words, { count: answer.undone.length }) })
    const undo = async () => (await doing) !== null && (await call(!ifUndone)) !== null
    if (way !== 'rest') offerUndo({ boardId, undo }, said)
    else void said.then((toast) => toast && say({ kind: 'undo', done: true, ...toast }))
  }
}
