# metnos: build, test and run. `make run` is all a newcomer needs.
SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := build
MAKEFLAGS   += --no-print-directory

export CGO_ENABLED ?= 0
GOFLAGS_BUILD := -trimpath -buildvcs=false
LDFLAGS       := -s -w
VERSION       ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LIBEXEC       := libexec/metnos
TEST          ?= ./...
TESTFLAGS     ?=

# apt is used only for what is missing; without the right to install, metnos still builds and says what it lacks.
APT := $(if $(filter 0,$(shell id -u)),apt-get,sudo -n apt-get)
define need
command -v $(1) >/dev/null 2>&1 || { echo "installing $(2)"; { $(APT) update -qq && DEBIAN_FRONTEND=noninteractive $(APT) install -y -qq $(2) >/dev/null; } || echo "could not install $(2): $(3)"; }
endef

.PHONY: build sign run test check bench bench-route soak shots dist deps deps-test deps-bench clean help

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | sort

deps:
	@$(call need,bwrap,bubblewrap,plugins will run in a weaker sandbox and every answer will say so)

deps-test: deps
	@$(call need,gcc,gcc libc6-dev,the race detector needs it)
	@$(call need,chromium,chromium,the browser tests will be skipped)

build: ## build the program and the plugins, and sign them with this machine's release key
	@go run ./core/i18n/check
	@mkdir -p bin
	go build $(GOFLAGS_BUILD) -ldflags '$(LDFLAGS) -X main.version=$(VERSION)' -o bin/metnos ./cmd/metnos
	@$(MAKE) sign

sign: ## build, stamp and sign the first-party plugins into libexec/
	@go run ./cmd/release --out $(LIBEXEC) --keys .keys

run: deps build ## build and serve the web chat; prints the address and a one-time sign-in link
	@exec bin/metnos serve

test: deps-test build ## run every test with the race detector; the whole log is bin/test.log
	@set +e; CGO_ENABLED=1 go test -race -v -timeout 12m $(TESTFLAGS) $(TEST) 2>&1 | tee bin/test.log \
	  | { grep --line-buffered -E '^(ok|FAIL|panic:|#|---[[:space:]]FAIL)|^[[:space:]]+--- FAIL|_test\.go:[0-9]+: ' || true; }; \
	  exit $${PIPESTATUS[0]}

check: ## gofmt, vet, staticcheck, import floors, message catalogue
	@out=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); [ -z "$$out" ] || { echo "gofmt wants: $$out"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go run ./core/i18n/check
	go test -count=1 -run 'Floor' ./core

deps-bench: deps
	@$(call need,fdfind,fd-find,finding files will not be compared with fd)
	@$(call need,fdupes,fdupes,finding duplicates will not be compared with fdupes)
	@$(call need,rmlint,rmlint,finding duplicates will not be compared with rmlint)
	@$(call need,mlr,miller,reading tables will not be compared with Miller)
	@$(call need,zip,zip,making archives will not be compared with zip)

bench: deps-bench build ## print every figure beside its floor, measured in the same run
	@go run ./cmd/bench --libexec $(LIBEXEC)
	@echo; echo "from the key that sends a request to the frame that shows its first step, in a browser"
	@go test -run '^$$' -bench KeyToStep -benchtime 100x ./cmd/metnos | { grep -E '^(Benchmark|FAIL|---)' || true; }

bench-route: ## how often the router names the right executor first: CATALOG=file.json QUERIES=file.jsonl, else those of the source
	@go run ./cmd/benchroute --catalog '$(CATALOG)' --queries '$(QUERIES)'

soak: build ## slow runs: repeated kills, people who try what is others', two hundred tabs for ten minutes
	@CGO_ENABLED=1 go test -race -count=1 -v -timeout 60m -tags soak -run "Soak|PeopleNeverCross" ./... 2>&1 \
	  | { grep --line-buffered -E '^(FAIL|panic:|#|---[[:space:]])|_test\.go:[0-9]+: |DATA RACE' || true; }; exit $${PIPESTATUS[0]}

shots: build ## pictures of the main views in both themes, into docs/images
	@go test -count=1 ./cmd/metnos -run 'TestWebViews|TestFirstRunInABrowser|TestPasskeyInABrowser|TestWebTutor_Links' -shots $(CURDIR)/docs/images

dist: build ## a tarball that runs where it is unpacked
	@rm -rf dist/metnos && mkdir -p dist/metnos && cp -r bin libexec config.hcl LICENSE README.md docs dist/metnos/ && rm -f dist/metnos/bin/test.log
	@tar -C dist -czf dist/metnos-$(VERSION)-$$(go env GOOS)-$$(go env GOARCH).tar.gz metnos && rm -rf dist/metnos && ls dist

clean: ## remove what build made (never the keys)
	@chmod -R u+w libexec 2>/dev/null || true; rm -rf bin libexec dist
