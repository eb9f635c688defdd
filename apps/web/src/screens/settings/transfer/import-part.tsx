import { createClient } from '@tandem/client'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../api/failure.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useSize } from '../../../ui/size.ts'
import { Part } from '../page.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { type CsvHead, readCsvHead, withColumns } from './csv-columns.ts'
import { Progress } from './progress.tsx'

type Chosen = { file: File; head: CsvHead | null }

/** Imports a file as a new board of the user. */
export function ImportPart() {
  const t = useTranslations('automation.transfer')
  const text = useFailureText()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [name, setName] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const giveUp = useRef<AbortController | null>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    setFailure(null)
    setChosen({ file, head: await readCsvHead(file) })
  }
  const send = async ({ file, head }: Chosen) => {
    const given = new AbortController()
    giveUp.current = given
    setFailure(null)
    setSent(0)
    try {
      const client = createClient({ url: location.origin, fetch: uploadingFetch(setSent), retry: { attempts: 1 } })
      const input = { file: head ? withColumns(file, head) : file, ...(name.trim() !== '' && { name: name.trim() }) }
      await client.call('board.import', input, { signal: given.signal })
      setChosen(null)
      setName('')
      await queryClient.invalidateQueries({ queryKey: ['imports'] })
    } catch (thrown) {
      if (!given.signal.aborted) setFailure(thrown)
    }
    setSent(null)
  }
  const isReady = chosen !== null && (chosen.head === null || chosen.head.columns.some(({ use }) => use === 'title'))
  return (
    <Part title={t('import')} intro={t('importIntro')}>
      <div className="grid gap-3">
        <DropPlace onFile={(file) => void choose(file)} />
        {chosen && (
          <div className="grid gap-3 rounded-lg border border-line bg-surface p-3">
            <FileLine file={chosen.file} />
            {chosen.head && <ColumnMapping head={chosen.head} onChange={(head) => setChosen({ ...chosen, head })} />}
            <Field
              label={t('boardName')}
              hint={t('boardNameHint')}
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
              className="max-w-md"
            />
            {sent === null ? (
              <div className="flex justify-end gap-2">
                <Button variant="quiet" onClick={() => setChosen(null)}>
                  {t('cancel')}
                </Button>
                <Button variant="primary" disabled={!isReady} onClick={() => void send(chosen)}>
                  {t('do')}
                </Button>
              </div>
            ) : (
              <div className="flex items-center gap-3">
                <Progress label={t('uploading')} share={sent} />
                <Button size="sm" variant="quiet" onClick={() => giveUp.current?.abort()}>
                  {t('cancel')}
                </Button>
              </div>
            )}
          </div>
        )}
        <p role="alert" className="text-danger">
          {failure !== null && text(failure)}
        </p>
      </div>
    </Part>
  )
}

function FileLine({ file }: { file: File }) {
  const size = useSize()
  return (
    <p className="flex flex-wrap gap-x-2 text-md">
      <span className="break-all font-medium">{file.name}</span> <span className="text-ink-3">{size(file.size)}</span>
    </p>
  )
}

/** Takes a dropped or chosen file: the file input of the browser, which handles both, covers the area. */
function DropPlace({ onFile }: { onFile: (file: File | undefined) => void }) {
  const t = useTranslations('automation.transfer')
  const [isOver, setOver] = useState(false)
  return (
    <label
      className={classes(
        'relative flex flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-6 text-center hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <FileUp size={20} aria-hidden className="text-accent" />
      <span className="font-medium text-md">{t('choose')}</span>
      <span className="text-ink-3">{t('kinds')}</span>
      <input
        type="file"
        accept=".json,.zip,.csv,.tsv,.txt,application/json,application/zip,text/csv"
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </label>
  )
}

/** A `fetch` for a large body that reports its progress, from 0 to 1, which `fetch` itself does not. */
const uploadingFetch =
  (onSent: (share: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : String(input))
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => {
        const headers = request
          .getAllResponseHeaders()
          .trim()
          .split(/\r?\n/)
          .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
        resolve(new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers }))
      })
      request.addEventListener('error', () => reject(new TypeError('the upload broke off')))
      request.addEventListener('abort', () => reject(new DOMException('the upload was given up', 'AbortError')))
      init?.signal?.addEventListener('abort', () => request.abort())
      request.send(init?.body as XMLHttpRequestBodyInit)
    })
