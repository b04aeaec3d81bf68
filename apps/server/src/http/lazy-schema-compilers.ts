import { AjvCompiler, type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import { lazy } from '../lazy.ts'

type Compile = ReturnType<BuildCompilerFromPool>
type Validate = ReturnType<Compile>

const buildValidator: BuildCompilerFromPool = (sharedSchemas, options) => {
  const compile = AjvCompiler()(sharedSchemas, options)
  return (schema) => {
    const compiled = lazy(() => compile(schema))
    const validate: { (data: unknown): boolean | Promise<unknown>; errors?: Validate['errors'] } = (data) => {
      const isValid = compiled()(data)
      validate.errors = compiled().errors
      return isValid
    }
    // cast: Fastify only calls a validator and reads its errors
    return validate as Validate
  }
}

const buildSerializer: SerializerFactory = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return (definition) => {
    const serialize = lazy(() => compile(definition))
    return (data: unknown) => serialize()(data)
  }
}

/**
 * Fastify's schema compilers, which compile each schema at its first use. Compiling all schemas took a third of the
 * processor time of a start, and most servers never use most routes.
 */
export const lazySchemaCompilers = { buildValidator, buildSerializer }
