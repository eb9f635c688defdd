import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledMessages } from './build/compiled-messages.ts'
import { groundOf } from './build/ground.ts'
import { precompress } from './build/precompress.ts'
import { proxyTo, serviceBehind } from './build/service-behind.ts'
import { slimContract } from './build/slim-contract.ts'

const service = process.env.TANDEM_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [slimContract(), compiledMessages(), react(), tailwind(), precompress(), serviceBehind(service)],
  build: {
    target: 'es2022',
    // The oldest browsers that Tailwind supports: with those of es2022 each color would be written twice.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    outDir: process.env.TANDEM_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    // `font-src 'self'`: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // An icon that two pages share would be a file of its own, most of which is what HTTP says about it.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: groundOf() }, { name: 'icons', test: /lucide-react/, minShareCount: 2 }] } },
    },
  },
  server: { port: 5173, proxy: proxyTo(service) },
})
