import { type LoaderFunctionArgs, type RouterContextProvider, useLoaderData } from "react-router";
import { databaseContext } from "./context.ts";

export async function loader({ context }: LoaderFunctionArgs<RouterContextProvider>) {
  const { results } = await context.get(databaseContext).prepare("select 1 as one").all<{ one: number }>();
  return { one: results[0]?.one };
}

export default function Page() {
  return <h1>{useLoaderData<typeof loader>().one}</h1>;
}
