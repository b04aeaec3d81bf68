import './api-docs.css'
import { Button, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { listTexts } from '../../ui/list-texts.ts'
import { ApiError } from '../../api/client.ts'
import { saveFile } from '../../api/download.ts'
import { useSession } from '../../api/session.ts'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { Logo } from '../../ui/logo.tsx'
import { errorMessage } from '../../ui/toast.ts'
import { type ApiDocument, operationsByTag } from './openapi-document.ts'
import { OperationCard, SchemasContext } from './operation-card.tsx'
import { apiDocumentQuery } from './queries.ts'
import { apiDocsTexts } from './api-docs-texts.ts'

const title = apiDocsTexts.title

/** Shows every operation of the OpenAPI document to users who may read it. */
export function ApiDocsPage() {
  useSession()
  const apiDocument = useQuery(apiDocumentQuery())
  useDocumentTitle(title)
  if (apiDocument.error instanceof ApiError && apiDocument.error.status === 401) return <SignInFirst />
  return (
    <ApiDocsLayout>
      <QueryState query={apiDocument} failureText={errorMessage(apiDocument.error, apiDocsTexts.failed)} height={72} />
      {apiDocument.data && <Operations api={apiDocument.data} />}
    </ApiDocsLayout>
  )
}

const ApiDocsLayout = ({ children }: { children: ReactNode }) => (
  <main className="api-docs">
    <h1>
      <Logo />
      {title}
    </h1>
    {children}
  </main>
)

const SignInFirst = () => (
  <ApiDocsLayout>
    <EmptyState
      text={apiDocsTexts.signInFirst}
      action={
        <Link className="text-link" to="/u/login" state={{ goingTo: '/api/docs' }}>
          {apiDocsTexts.signIn}
        </Link>
      }
    />
  </ApiDocsLayout>
)

function Operations({ api }: { api: ApiDocument }) {
  const [text, setText] = useState('')
  const groups = operationsByTag(api, useDeferredValue(text))
  const save = () => saveFile(new Blob([JSON.stringify(api, null, 2)], { type: 'application/json' }), apiDocsTexts.file)
  return (
    <SchemasContext value={api.components.schemas}>
      <p>{api.info.description}</p>
      <div className="row">
        <TextInput
          className="grow"
          type="search"
          aria-label={apiDocsTexts.find}
          placeholder={apiDocsTexts.find}
          leftSection={<IconSearch size={20} stroke={1.8} aria-hidden />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={save}>
          {apiDocsTexts.file}
        </Button>
      </div>
      {groups.length === 0 && <EmptyState text={listTexts.noneFound(text)} />}
      {groups.map(([tag, operations]) => (
        <section key={tag} aria-labelledby={`tag-${tag}`}>
          <h2 id={`tag-${tag}`}>{tag}</h2>
          <ul className="list">
            {operations.map((operation) => (
              <li key={operation.operationId}>
                <OperationCard operation={operation} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </SchemasContext>
  )
}
