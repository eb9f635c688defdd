import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { slimContract } from './build/slim-contract.ts'

const service = process.env.TANDEM_URL ?? 'http://127.0.0.1:3000'

/** What every page begins with, in one file: cut into the pieces that lazy pages share, it is a tenth larger once packed. */
const ground = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|use-intl|intl-messageformat|@formatjs|tinykeys)\//,
  /lucide-react\/dist\/esm\/(?!icons)|packages\/client\/|contract\/src\/errors|slim-contract/,
  /web\/src\/(api|live|act)\/|web\/src\/ui\/(avatar|badge|button|classes|field|label-color|priority-mark|select|toast)\./,
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [slimContract(), react(), tailwind(), precompress()],
  build: {
    target: 'es2022',
    outDir: process.env.TANDEM_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    // `font-src 'self'`: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'ground', test: (id) => ground.some((part) => part.test(id)) }] } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': service, '/oauth': service, '/.well-known': service, '/ws': { target: service, ws: true }, '/openapi.json': service },
  },
})
