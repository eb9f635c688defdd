import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkBreaks from 'remark-breaks'
import remarkGfm from 'remark-gfm'
import { placedTasks, TaskBox, TickedText } from './tasks.tsx'

/** Additions to the renderer: a plugin that runs after sanitising, and components for elements. */
export type MarkdownExtras = { plugin: NonNullable<Options['rehypePlugins']>[number]; components: Components }

/**
 * Images are limited to files attached here: an image of another site would tell that site who reads the card, and the page's policy
 * refuses it anyway.
 */
const ownFile = /^\/api\/attachments\/[0-9a-f-]{36}$/
const schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, img: ['alt', ['src', ownFile] as [string, RegExp]] },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
}

/** A new line in the text is one on the page: what is written looks like what will be read. */
const plugins = [remarkGfm, remarkBreaks]

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  // Only elements with a component are shown.
  img: ({ alt }) => alt,
  // Headings of a text rank below those of the page.
  h1: ({ children }) => <h4 className="text-lg">{children}</h4>,
  h2: ({ children }) => <h4 className="text-[1.15em]">{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  input: TaskBox,
}

type Props = { text: string; extras?: MarkdownExtras; onText?: (text: string) => void }

export default function MarkdownRendered({ text, extras, onText }: Props) {
  const rehypePlugins: Options['rehypePlugins'] = [[rehypeSanitize, schema], placedTasks(text), ...(extras ? [extras.plugin] : [])]
  return (
    <TickedText value={{ text, onText }}>
      <div className="prose">
        <ReactMarkdown remarkPlugins={plugins} rehypePlugins={rehypePlugins} components={{ ...components, ...extras?.components }}>
          {text}
        </ReactMarkdown>
      </div>
    </TickedText>
  )
}
