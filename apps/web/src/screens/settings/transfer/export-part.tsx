import { Download, FileArchive } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { useSize } from '../../../ui/size.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { Part } from '../page.tsx'
import { download, save } from './download.ts'

type State = { bytes: number; isDone: boolean } | null

/** Exports the whole board as a file that can be imported again. */
export function ExportPart({ boardId, boardName }: { boardId: string; boardName: string }) {
  const t = useTranslations('automation.transfer')
  const [text, size] = [useFailureText(), useSize()]
  const [state, setState] = useState<State>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const giveUp = useRef<AbortController | null>(null)
  const isBusy = state !== null && !state.isDone
  const take = async (withFiles: boolean) => {
    const given = new AbortController()
    giveUp.current = given
    setFailure(null)
    setState({ bytes: 0, isDone: false })
    try {
      const onBytes = (bytes: number) => setState({ bytes, isDone: false })
      const file = await download(`/api/boards/${boardId}/export${withFiles ? '?attachments=1' : ''}`, { onBytes, signal: given.signal })
      save(file, `${fileNameOf(boardName)}.${withFiles ? 'zip' : 'json'}`)
      setState({ bytes: file.size, isDone: true })
    } catch (thrown) {
      setState(null)
      if (!given.signal.aborted) setFailure(thrown)
    }
  }
  return (
    <Part title={t('export')} intro={t('exportIntro')}>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={() => void take(false)}>
          <Download size={15} aria-hidden /> {t('asJson')}
        </Button>
        <Button disabled={isBusy} onClick={() => void take(true)}>
          <FileArchive size={15} aria-hidden /> {t('asZip')}
        </Button>
      </div>
      <div role="status" className="mt-2 flex min-h-7 items-center gap-2 text-ink-2 empty:mt-0 empty:min-h-0">
        {isBusy && (
          <>
            <Spinner /> <span className="tabular-nums">{t('loaded', { size: size(state.bytes) })}</span>
            <Button size="sm" variant="quiet" onClick={() => giveUp.current?.abort()}>
              {t('cancel')}
            </Button>
          </>
        )}
        {state?.isDone && t('exported', { size: size(state.bytes) })}
        {failure !== null && <span className="text-danger">{text(failure)}</span>}
      </div>
    </Part>
  )
}

const fileNameOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase() || 'board'
